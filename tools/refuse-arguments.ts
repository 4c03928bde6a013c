import { CommandLineError, readCommandLine } from '@talus/node-kit/command-line'

/** Ends a command that takes no arguments if there are any: a typing error must not go unnoticed. */
export function refuseArguments(usage: string): void {
  try {
    readCommandLine(process.argv.slice(2), { usage, options: {} })
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
