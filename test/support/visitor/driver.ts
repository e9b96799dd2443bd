/** What every engine's driver can do. Each engine has a file of its own beside this one. */

/** How the visitor's device is set up. */
export interface Preferences {
  dark?: boolean
  reducedMotion?: boolean
  /** Windows High Contrast; WebKit has no such mode. */
  forcedColours?: boolean
  /** What is asked of other hosts than 127.0.0.1 goes to this proxy, as in `127.0.0.1:40123`. */
  proxy?: string
}

/** Of the window's content, in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** One window of one browser with an empty profile. */
export interface Driver {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  resize(size: Size): Promise<void>
  /** Runs an expression in the page, waits for its promise, and returns what JSON can hold of its value. */
  evaluate(expression: string): Promise<unknown>
  /** Presses one key, as in `Tab` or `Shift+Tab`. */
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  click(x: number, y: number): Promise<void>
  /** A PNG file of the window. */
  picture(): Promise<Uint8Array>
  /** The page on paper, as a PDF file. WebKit's driver cannot print. */
  print?(): Promise<Uint8Array>
  close(): Promise<void>
}
