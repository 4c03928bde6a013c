import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** A sentence for the user, without a stack. */
export class CommandLineError extends Error {}

interface CommandLine<Options> {
  /** Shown below the mistake. */
  readonly usage: string
  readonly options: Options
  /** The number of words besides the options that the command takes. */
  readonly words?: number
}

/** Reads the arguments of a command, and refuses any that it does not know. */
export function readCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  { usage, options, words = 0 }: CommandLine<Options>,
) {
  const refuse = (mistake: string) => new CommandLineError(`${mistake}. Say it like this: ${usage}`)
  const parse = () => parseArgs({ args: [...args], allowPositionals: true, options })
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The other sentences of Node explain its own rules.
    throw refuse(error.message.split('. ')[0] ?? '')
  }
  const extra = parsed.positionals[words]
  if (extra !== undefined) throw refuse(`Unknown argument '${extra}'`)
  return parsed
}
