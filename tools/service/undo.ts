import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Runs work that writes files; if it fails, they become what they were. */
export async function undoOnFailure(
  paths: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const former = paths.map((path) => (existsSync(path) ? readFileSync(path) : undefined))
  try {
    await work()
  } catch (error) {
    for (const [index, path] of paths.entries()) {
      const content = former[index]
      if (content === undefined) rmSync(path, { force: true })
      else if (!readFileSync(path).equals(content)) writeFileSync(path, content)
    }
    throw error
  }
}
