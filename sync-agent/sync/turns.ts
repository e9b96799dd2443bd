/** Turns: what is asked for while something runs waits for its end, in the order asked. */

/** A function that runs one task at a time. A task that fails holds up none behind it. */
export function takeTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }
}
