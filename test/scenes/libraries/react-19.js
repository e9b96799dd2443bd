// React 19 has no file for a script tag: the scenes build one from this.
import * as React from 'react'
import * as ReactDOM from 'react-dom/client'

Object.assign(window, { React, ReactDOM })
