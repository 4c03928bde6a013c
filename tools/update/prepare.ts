import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { root, runAndCapture } from '../child.ts'
import { giveToOwner, runAsOwner } from '../service/owner.ts'
import { git } from './git.ts'
import { builtFolders, paths } from './layout.ts'
import { UpdateProblem } from './problem.ts'

/** A build that fails says why at its end. */
const linesShown = 30

const readLock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8')

export interface Prepared {
  /** Folders of this checkout that are exchanged with those of the new version. */
  readonly folders: readonly string[]
}

/**
 * Builds a version in a folder of its own while the present one runs. An interrupted preparation
 * begins anew; a finished one is used again.
 */
export async function prepare(commit: string, say: (text: string) => void): Promise<Prepared> {
  const isReady = (await readFile(paths.prepared, 'utf8').catch(() => '')) === commit
  if (isReady) say('It was built by a former run.')
  else {
    await removePrepared()
    // A clone of its own: a killed worktree would leave its registration here.
    await git(['clone', '--quiet', '--shared', '--no-checkout', root, paths.next])
    await git(['checkout', '--quiet', '--detach', commit], paths.next)
    await build()
    await writeFile(paths.prepared, commit)
    giveToOwner(paths.prepared)
  }
  const hasOwnPackages = await needsOwnPackages()
  if (!hasOwnPackages) await rm(join(paths.next, 'node_modules'), { recursive: true, force: true })
  return { folders: [...builtFolders, ...(hasOwnPackages ? ['node_modules'] : [])] }
}

export async function removePrepared(): Promise<void> {
  await rm(paths.prepared, { force: true })
  await rm(paths.next, { recursive: true, force: true, maxRetries: 5 })
}

const needsOwnPackages = async () => (await readLock(root)) !== (await readLock(paths.next))

async function build(): Promise<void> {
  const user = runAsOwner()
  if (!(await needsOwnPackages())) await sharePackages()
  // Parts whose sources are the same are not built again.
  for (const folder of builtFolders)
    await cp(join(root, folder), join(paths.next, folder), {
      recursive: true,
      preserveTimestamps: true,
    }).catch(() => undefined)
  await giveAway(paths.next)
  const script = join(paths.next, 'tools/run.mjs')
  const { isFine, output } = await runAndCapture(process.execPath, [script, 'build'], {
    cwd: paths.next,
    ...user,
  })
  if (!isFine)
    throw new UpdateProblem(
      `${output.trim().split('\n').slice(-linesShown).join('\n')}\nThe new version cannot be built here. Talus runs as before.`,
    )
}

/** Root has copied files that the owner builds. */
async function giveAway(folder: string): Promise<void> {
  if (runAsOwner().uid === undefined) return
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) giveToOwner(join(entry.parentPath, entry.name))
}

interface LockEntry {
  readonly link?: boolean
  readonly resolved?: string
}

/**
 * The same packages as here: each is a link to that of the present version, but the workspaces are
 * those of the new one. Links to folders need no rights on Windows if they are junctions.
 */
async function sharePackages(): Promise<void> {
  const from = join(root, 'node_modules')
  const to = join(paths.next, 'node_modules')
  const { packages } = JSON.parse(await readFile(join(from, '.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>
  }
  const workspaces = new Map(
    Object.entries(packages).flatMap(([path, { link, resolved }]) =>
      link && resolved ? [[path, resolved] as const] : [],
    ),
  )
  for (const name of await listPackages(from)) {
    const own = workspaces.get(`node_modules/${name}`)
    await linkFolder(own === undefined ? join(from, name) : join(paths.next, own), join(to, name))
  }
  for (const name of ['.package-lock.json', '.talus-install'])
    await cp(join(from, name), join(to, name)).catch(() => undefined)
}

async function listPackages(folder: string): Promise<string[]> {
  const names: string[] = []
  for (const name of await readdir(folder)) {
    if (name.startsWith('@'))
      for (const inner of await readdir(join(folder, name))) names.push(`${name}/${inner}`)
    else if (name === '.bin' || !name.startsWith('.')) names.push(name)
  }
  return names
}

async function linkFolder(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path, 'junction')
}

/** Windows links workspaces by absolute paths, which still lead to where they were installed. */
export async function relinkWorkspaces(): Promise<void> {
  const folder = join(root, 'node_modules')
  for (const name of await listPackages(folder)) {
    const path = join(folder, name)
    if (!(await lstat(path)).isSymbolicLink() || name === '.bin') continue
    const target = resolve(dirname(path), await readlink(path))
    const within = relative(paths.next, target)
    if (within.startsWith('..') || resolve(within) === within) continue
    await rm(path, { force: true })
    await linkFolder(join(root, within), path)
  }
}
