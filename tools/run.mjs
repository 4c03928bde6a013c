// The entry point of every npm script of the root. It is plain JavaScript without dependencies,
// because it runs with any Node version and before the dependencies are installed:
//   1. installs the dependencies if node_modules does not match package-lock.json;
//   2. runs tools/<name>.ts with the pinned Node, which is the npm package `node`.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants as fileModes, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
/** An exit code of `npm run update`: see tools/update/problem.ts. */
const rolledBackExitCode = 2
const stampFile = join(modules, '.talus-install')

export const commands = [
  'start',
  'build',
  'test',
  'check',
  'dev',
  'format',
  'bench',
  'load',
  'verify',
  'backup',
  'restore',
  'reset-password',
  'setup-link',
  'service',
  'update',
  'storage',
  'faults',
  'bridge',
]

/**
 * The inputs of an install. A folder copied to another platform has the wrong binaries.
 * @param {string | Buffer} lock the text of package-lock.json
 * @param {string} platform
 * @param {string} arch
 */
export const createInstallStamp = (lock, platform, arch) =>
  `${createHash('sha256').update(lock).digest('hex')} ${platform} ${arch}`

/**
 * Whether the installed packages match package-lock.json, so that a manual `npm install` is not
 * repeated. Optional packages are for some platforms only.
 * @param {unknown} lock the content of package-lock.json
 * @param {unknown} installed the content of node_modules/.package-lock.json
 */
export function isInstalled(lock, installed) {
  const wanted = getPackages(lock)
  const present = getPackages(installed)
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional || entry.devOptional) return true
    return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity
  })
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }}
 * Entry
 * @param {unknown} lock
 * @returns {Record<string, Entry> | undefined}
 */
function getPackages(lock) {
  if (typeof lock !== 'object' || lock === null || !('packages' in lock)) return undefined
  return /** @type {Record<string, Entry>} */ (lock.packages)
}

/**
 * npm as the command and first arguments of a spawn. npm passes its path to the scripts it runs; on
 * Windows the `npm` on PATH is a .cmd file, which only a shell can start.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} platform
 * @param {string} node
 */
export function getNpmCommand(env, platform, node) {
  const path = env.npm_execpath
  if (path && /npm[^/\\]*\.c?js$/u.test(path)) return { command: node, args: [path], shell: false }
  return platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false }
}

/**
 * Puts the programs of the dependencies, including the pinned `node`, first on PATH. On Windows the
 * variable is named `Path`; adding a second one, `PATH`, would hide it.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {readonly string[]} folders
 * @param {string} separator
 */
export function prependPath(env, folders, separator) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [...folders, env[name]].filter(Boolean).join(separator) }
}

/**
 * @param {string} version such as v24.21.0
 * @param {string} minimum such as 24.12
 */
export function isVersionAtLeast(version, minimum) {
  const [major = 0, minor = 0] = version.replace(/^v/u, '').split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = minimum.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

/** @param {string} text */
const say = (text) => process.stderr.write(`talus: ${text}\n`)

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text)
  process.exit(1)
}

/**
 * @param {string} path
 * @returns {{ version?: string, engines?: { node?: string }, packages?: Record<string, Entry> } |
 * undefined}
 */
function readJson(path) {
  try {
    return /** @type {ReturnType<typeof readJson>} */ (JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** @param {string[]} args */
function npm(args) {
  const {
    command,
    args: first,
    shell,
  } = getNpmCommand(process.env, process.platform, process.execPath)
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', shell })
}

const getPinnedNode = () =>
  join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** @param {string} path */
function readNodeVersion(path) {
  const asked = existsSync(path) ? spawnSync(path, ['--version'], { encoding: 'utf8' }) : undefined
  return asked?.status === 0 ? asked.stdout.trim() : undefined
}

function install() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = createInstallStamp(lock, process.platform, process.arch)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === stamp) return

  if (
    !isInstalled(
      readJson(join(root, 'package-lock.json')),
      readJson(join(modules, '.package-lock.json')),
    )
  ) {
    say('installing the dependencies (npm ci); the first time this takes a minute or two')
    // engine-strict would reject the system's Node, although only npm itself runs on it.
    const args = ['ci', '--engine-strict=false', '--include=dev', '--loglevel=error']
    const done = npm([...args, '--no-fund', '--no-audit'])
    if (done.status !== 0) fail('npm ci failed; see its message above')
  }
  installNode()
  writeFileSync(stampFile, `${stamp}\n`)
}

/**
 * If npm is configured to run no install scripts, the package `node` is there without its program.
 */
function installNode() {
  const wanted = `v${readJson(join(modules, 'node', 'package.json'))?.version}`
  if (readNodeVersion(getPinnedNode()) === wanted) return
  say(`the pinned Node ${wanted} is not there yet (were install scripts blocked?); fetching it`)
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: join(modules, 'node'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (readNodeVersion(getPinnedNode()) === wanted) return
  const minimum = getMinimumNode()
  if (isVersionAtLeast(process.version, minimum)) {
    say(`the pinned Node does not run here; using the installed ${process.version}`)
    return
  }
  fail(
    `the pinned Node ${wanted} does not run here; install Node ${minimum} or newer and try again`,
  )
}

const getMinimumNode = () =>
  (readJson(join(root, 'package.json'))?.engines?.node ?? '').replace(/[^0-9.]/gu, '')

/**
 * An update replaces node_modules, and Windows does not rename a folder with a running program.
 * @param {string} node
 */
function copyForUpdate(node) {
  const folder = join(root, '.update')
  const copy = join(folder, basename(node))
  try {
    mkdirSync(folder, { recursive: true })
    copyFileSync(node, copy, fileModes.COPYFILE_FICLONE)
  } catch (error) {
    fail(`${copy} cannot be written. Is another update running? (${String(error)})`)
  }
  return copy
}

/**
 * An update that was interrupted, for example by a power cut, has left a version that was never
 * tried. It is ended first; the start goes on with the version that is then in this folder.
 */
function endInterruptedUpdate() {
  if (!existsSync(join(root, '.update', 'journal.json'))) return
  say('ending an update that was interrupted')
  const installed = existsSync(getPinnedNode()) ? getPinnedNode() : process.execPath
  const program = join(root, 'tools', 'update.ts')
  const { status } = spawnSync(copyForUpdate(installed), [program, '--before-start'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0 && status !== rolledBackExitCode) process.exit(1)
  install()
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function run(name, args) {
  const installed = existsSync(getPinnedNode()) ? getPinnedNode() : process.execPath
  const node = name === 'update' ? copyForUpdate(installed) : installed
  const child = spawn(node, [join(root, 'tools', `${name}.ts`), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: prependPath(process.env, [dirname(node), join(modules, '.bin')], delimiter),
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child too; a second signal would mean "stop at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  // npm runs this script in a shell that dies of a signal without forwarding it, so the parent is
  // polled; otherwise the server would keep running.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
  child.on('error', (error) => fail(`cannot start ${node}: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
  })
}

function main() {
  const [name = '', ...args] = process.argv.slice(2)
  if (!commands.includes(name)) {
    fail(`say what to run: ${commands.map((command) => `npm run ${command}`).join(', ')}`)
  }
  install()
  if (name === 'start') endInterruptedUpdate()
  run(name, args)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main()
