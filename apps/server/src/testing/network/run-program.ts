import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface ProgramResult {
  readonly code: number
  readonly output: string
}

/**
 * Runs a program; returns its output and exit code. TCP_NODELAY keeps dcmtk from waiting for TCP
 * acknowledgements.
 */
export function runProgram(
  folder: string,
  program: string,
  ...args: readonly (string | number)[]
): Promise<ProgramResult> {
  const env = { ...process.env, TCP_NODELAY: '1' }
  const options = { env, cwd: folder, timeout: 50_000, maxBuffer: 16 * 1024 * 1024 }
  return promisify(execFile)(program, args.map(String), options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, output: stdout + stderr }
    },
  )
}
