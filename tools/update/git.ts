import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root, runAndCapture } from '../child.ts'
import { runAsOwner } from '../service/owner.ts'
import { UpdateProblem } from './problem.ts'

async function tryGit(args: readonly string[], cwd = root) {
  const { env, ...user } = runAsOwner()
  return runAndCapture('git', args, {
    cwd,
    // A password question at night would wait for ever.
    env: { ...env, LC_ALL: 'C', ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: '0' }) },
    ...user,
  })
}

export async function git(args: readonly string[], cwd = root): Promise<string> {
  const { isFine, stdout, output } = await tryGit(args, cwd)
  if (!isFine) throw new UpdateProblem(`git ${args[0] ?? ''} failed:\n${output.trim()}`)
  return stdout.trim()
}

const succeeds = async (...args: readonly string[]) => (await tryGit(args)).isFine

async function findCommit(name: string): Promise<string | undefined> {
  const { isFine, stdout } = await tryGit(['rev-parse', '--quiet', '--verify', `${name}^{commit}`])
  return isFine ? stdout.trim() : undefined
}

export interface Checkout {
  readonly commit: string
  /** Null for a checkout of a tag or commit. */
  readonly branch: string | null
}

/** The version that this folder has; refuses a folder that cannot be updated. */
export async function readCheckout(): Promise<Checkout> {
  if (!existsSync(join(root, '.git')))
    throw new UpdateProblem(
      `${root} was not fetched with git, so there is nothing to update it from. Clone Talus anew and move data and .env there.`,
    )
  const { isFine, stdout } = await tryGit(['symbolic-ref', '--quiet', '--short', 'HEAD'])
  return { commit: await git(['rev-parse', 'HEAD']), branch: isFine ? stdout.trim() : null }
}

export async function refuseLocalChanges(): Promise<void> {
  const changed = await git(['status', '--porcelain', '--untracked-files=no'])
  if (changed === '') return
  const files = changed.split('\n').map((line) => line.trim().replace(/^\S+\s+/u, ''))
  throw new UpdateProblem(
    `Files of Talus were changed in this folder: ${files.slice(0, 5).join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}. Undo the changes (git checkout -- .), or update by hand.`,
  )
}

/** Fetches what the remote has. */
export async function fetchRemote(): Promise<string> {
  const remotes = (await git(['remote'])).split('\n').filter(Boolean)
  const remote = remotes.includes('origin') ? 'origin' : remotes[0]
  if (remote === undefined)
    throw new UpdateProblem(
      'This folder has no remote, so there is nothing to fetch: git remote add origin <address of Talus>.',
    )
  await git(['fetch', '--quiet', '--tags', '--force', remote])
  return remote
}

async function findBranchHead(remote: string, branch: string | null) {
  if (branch !== null) {
    const upstream =
      (await findCommit(`${branch}@{upstream}`)) ?? (await findCommit(`${remote}/${branch}`))
    if (upstream !== undefined) return upstream
    throw new UpdateProblem(
      `The remote has no branch ${branch}. Name a version: npm run update -- --to <tag or commit>.`,
    )
  }
  for (const name of ['HEAD', 'main', 'master']) {
    const head = await findCommit(`refs/remotes/${remote}/${name}`)
    if (head !== undefined) return head
  }
  throw new UpdateProblem('Name a version: npm run update -- --to <tag or commit>.')
}

/** The checkout that an update leads to; undefined if this folder has the newest version. */
export async function findTarget(
  remote: string,
  { commit, branch }: Checkout,
  to: string | undefined,
): Promise<Checkout | undefined> {
  if (to !== undefined) {
    const found = (await findCommit(`refs/tags/${to}`)) ?? (await findCommit(`${remote}/${to}`))
    const named = found ?? (await findCommit(to))
    if (named === undefined)
      throw new UpdateProblem(`The remote has no tag, branch or commit ${to}.`)
    return named === commit ? undefined : { commit: named, branch: null }
  }
  const head = await findBranchHead(remote, branch)
  if (await succeeds('merge-base', '--is-ancestor', head, 'HEAD')) return undefined
  if (!(await succeeds('merge-base', '--is-ancestor', 'HEAD', head)))
    throw new UpdateProblem(
      'This folder has commits that the remote does not have. Name the version to change to: npm run update -- --to <tag or commit>.',
    )
  return { commit: head, branch }
}

/** Refuses a version that does not know the files by which an update tries it. */
export async function refuseTooOld(commit: string): Promise<void> {
  if (!(await succeeds('cat-file', '-e', `${commit}:apps/server/src/trial-start.ts`)))
    throw new UpdateProblem(
      `${await describe(commit)} is older than npm run update. Install it in another folder.`,
    )
}

/** Refuses a checkout that would overwrite a file which git does not know, before anything stops. */
export const tryCheckout = (commit: string) =>
  git(['read-tree', '-m', '-u', '--dry-run', 'HEAD', commit])

/** Moves the files of this folder to a commit. */
export async function checkOut({ commit, branch }: Checkout, repairs = false): Promise<void> {
  // A killed git leaves its lock; the lock of the update says that no other one runs.
  if (repairs)
    await rm(resolve(root, await git(['rev-parse', '--git-path', 'index.lock'])), { force: true })
  const target = branch === null ? ['--detach', commit] : ['-B', branch, commit]
  await git(['checkout', '--quiet', ...(repairs ? ['--force'] : []), ...target])
}

/** A version for the reader: its tag, or the short commit, with its day. */
export async function describe(commit: string): Promise<string> {
  const name = await git(['describe', '--tags', '--always', commit])
  return `${name} (${await git(['log', '-1', '--format=%cs', commit])})`
}
