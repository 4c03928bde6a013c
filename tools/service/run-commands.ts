import { runAndCapture } from '../child.ts'
import type { Command } from './definition.ts'

export class ServiceError extends Error {}

/** Root's commands fail for other reasons than missing rights. */
export const describeFailure = (message: string, hint: string) =>
  process.getuid?.() === 0 ? message : `${message}\n${hint}`

export async function runCommands(commands: readonly Command[], hint: string): Promise<void> {
  for (const { program, args, isOptional } of commands) {
    const { isFine, output } = await runAndCapture(program, args)
    if (!isFine && isOptional !== true)
      throw new ServiceError(
        describeFailure(`${program} ${args.join(' ')} failed:\n${output.trim()}`, hint),
      )
  }
}
