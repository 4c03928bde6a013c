import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folder of Node's compile cache. */
export const compileCacheFolder = join(root, 'node_modules/.cache/compiled')

/** The script of an installed program, to be started by Node: on Windows .bin has .cmd files. */
export const getScriptPath = (path: string) => join(root, 'node_modules', path)

export interface Outcome {
  readonly isFine: boolean
  readonly output: string
}

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** As which user root runs the program. */
  readonly uid?: number
  readonly gid?: number
}

/** Runs a program to its end and returns its output. */
export function runAndCapture(
  command: string,
  args: readonly string[],
  { cwd = root, env, signal, ...user }: RunOptions = {},
): Promise<Outcome & { readonly stdout: string; readonly code: number | null }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
      ...(signal && { signal }),
    })
    let output = ''
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', (error) => {
      resolve({ isFine: false, output: `${output}${error.message}\n`, stdout, code: null })
    })
    child.on('close', (code) => {
      resolve({ isFine: code === 0, output, stdout, code })
    })
  })
}

/** Runs a script of node_modules with this Node to its end and returns its output. */
export const runNodeAndCapture = (script: string, args: readonly string[], options?: RunOptions) =>
  runAndCapture(process.execPath, [getScriptPath(script), ...args], options)

/** Runs a program to its end with the terminal attached; returns its exit code. */
export function runInTerminal(
  command: string,
  args: readonly string[],
  { cwd = root, env, signal, ...user }: RunOptions = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      ...user,
      ...(signal && { signal }),
    })
    child.on('error', (error) => {
      if (error.name !== 'AbortError') console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => {
      resolve(code ?? 1)
    })
  })
}

/** Runs programs that share the terminal and the signals; when one exits, all are stopped. */
export function runInForeground(
  children: readonly { readonly args: readonly string[]; readonly cwd?: string }[],
  env: Readonly<Record<string, string | undefined>> = {},
) {
  const running = children.map(({ args, cwd = root }) =>
    spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' }),
  )
  const stop = (signal: NodeJS.Signals) => {
    for (const child of running) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the children too; a second signal would mean "stop at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) stop(signal)
    })
  }
  for (const child of running) {
    child.on('error', (error) => {
      console.error(error.message)
      process.exitCode = 1
    })
    child.on('exit', (code, signal) => {
      process.exitCode ??= signal ? 128 + constants.signals[signal] : (code ?? 1)
      stop('SIGTERM')
    })
  }
}
