/** The console in the browser. */
import './trusted-types.ts'
import './web-awesome.ts'
import { ConsoleShell } from './shell/console-shell.ts'

customElements.define('console-shell', ConsoleShell)
