import type { LoadResult } from './run-load.ts'

const ms = (value: number) => value.toFixed(1).padStart(9)

/** The table of a run, one line for each call. */
export function formatLoad(result: LoadResult): string {
  const { servers, rows, calls, seconds, cpuMsPerCall, memoryMb, acknowledged } = result
  const lines = [
    '',
    `${servers} server${servers === 1 ? '' : 's'}, ${calls} calls in ${seconds.toFixed(0)} s: ${(calls / seconds).toFixed(1)} per second`,
    `${'call'.padEnd(20)}${'count'.padStart(8)}${'errors'.padStart(8)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}${'longest'.padStart(9)}`,
    ...rows.map(
      ({ name, count, errors, p50, p95, longest }) =>
        `${name.padEnd(20)}${String(count).padStart(8)}${String(errors).padStart(8)}${ms(p50)}${ms(p95)}${ms(longest)}`,
    ),
    `errors ${result.errors}; ${acknowledged} images acknowledged, ${result.missing} of them missing or double; ${result.events} events of live streams`,
    `processor time of the servers: ${cpuMsPerCall.toFixed(2)} ms for each call`,
    `memory of the servers in MB over the time: ${memoryMb.map((mb) => mb.toFixed(0)).join(' ')}`,
  ]
  return [...lines, ...result.messages.map((message) => `  ${message}`)].join('\n')
}
