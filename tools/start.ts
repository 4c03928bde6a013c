import { buildPrograms, serverProgram } from './build/programs.ts'
import { buildWeb } from './build/web.ts'
import { runInForeground, compileCacheFolder } from './child.ts'

const help = `npm start: builds web application, server and bridge when their sources changed, then runs the server
and, in the local variant, the bridge to the X-ray hardware beside it.

Settings come from the environment:
  PORT          port of the web server (4280)
  HOST          address to listen on (127.0.0.1)
  TALUS_DATA    folder of the database, the files and the mail (./data)
  TALUS_VARIANT local or cloud (local)
  TALUS_DEMO    1: demo data and demo sign-ins; 0: an empty system with one user, root (1)
  BRIDGE        off: no bridge to the X-ray hardware is started (on)
  DATABASE_URL  PostgreSQL to use in place of the embedded database
The README lists them all.`

const server = [serverProgram, '--with-bridge', ...process.argv.slice(2)]
const env = {
  NODE_ENV: 'production',
  // The compile cache halves the processor time of a start.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compileCacheFolder,
  // Otherwise glibc keeps the 19 MB of each password check: 150 MB more after a few sign-ins.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
}

if (process.argv.includes('--help')) console.log(help)
else {
  await buildWeb()
  await buildPrograms()
  // With execve the server replaces this process, so that no launcher stays in memory (60 MB).
  if (process.execve && process.platform !== 'win32')
    process.execve(process.execPath, [process.execPath, ...server], { ...process.env, ...env })
  else runInForeground([{ args: server }], env)
}
