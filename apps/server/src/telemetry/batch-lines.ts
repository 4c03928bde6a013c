import type { DestinationStream } from 'pino'

/** A line of this level is written at once; pino's number of `warn`. */
const urgentLevel = 40

/**
 * Writes the lines of one turn of the event loop with one call of the system: a call for each line
 * costs more than everything else about a line. A warning or an error is written at once, with the
 * lines before it, because the process may be about to die of it. Lines are also written when the
 * process exits; a process that is killed loses those of the turn in which it is.
 */
export function batchLines(output: DestinationStream) {
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    output.write(lines)
  }
  process.on('exit', flush)
  return {
    // With this property pino tells the level of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      if (waiting === '') setImmediate(flush)
      waiting += line
      if (this.lastLevel >= urgentLevel) flush()
    },
    /** Called by pino after a fatal line. */
    flushSync: flush,
  }
}
