import { forEachLimited } from '@talus/node-kit/for-each-limited'
import { DamagedObject } from './backup-problem.ts'
import { listObjects } from './manifest.ts'
import type { Repository } from './repository.ts'
import { quietRun } from './run-hooks.ts'
import type { RunHooks } from './run-hooks.ts'

const readsAtOnce = 4

export interface VerifyResult {
  readonly backups: number
  readonly objects: number
  readonly faults: readonly string[]
}

/**
 * Reads every object of every backup and compares its hash. A damaged one is moved aside, so that
 * the next backup writes it again.
 */
export async function verifyBackups(
  repository: Repository,
  { report, waitForTurn }: RunHooks = quietRun,
): Promise<VerifyResult> {
  const faults: string[] = []
  const names = await repository.listBackups()
  /** The first place where each object is used, for the message. */
  const uses = new Map<string, string>()
  for (const name of names)
    try {
      const manifest = await repository.readManifest(name)
      for (const object of listObjects(manifest))
        if (!uses.has(object.sha256))
          uses.set(object.sha256, `${name}: ${'path' in object ? object.path : 'the database'}`)
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
      faults.push(`${name}: ${error.message}`)
    }
  let doneFiles = 0
  await forEachLimited(uses, readsAtOnce, async ([sha256, use]) => {
    await waitForTurn()
    try {
      for await (const _ of repository.readObject(sha256)) continue
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
      faults.push(`${use}: ${error.message}`)
      // A target that cannot be written is still worth checking.
      await repository.setAside(sha256).catch(() => undefined)
    }
    doneFiles += 1
    report({ phase: 'verifying', doneFiles, totalFiles: uses.size, doneBytes: 0, totalBytes: 0 })
  })
  return { backups: names.length, objects: uses.size, faults }
}
