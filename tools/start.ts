import { buildPrograms } from './build/programs.ts'
import { buildWeb } from './build/web.ts'
import { runInForeground } from './child.ts'
import { refuseArguments } from './refuse-arguments.ts'
import { createServerArgs, serverEnvironment } from './service/this-computer.ts'

const help = `npm start: builds web application, server and bridge when their sources changed, then runs the server
and, in the local variant, the bridge to the X-ray hardware beside it. A server that has died is started
again.

Settings come from the environment:
  PORT          port of the web server (4280)
  HOST          address to listen on (127.0.0.1)
  TALUS_DATA    folder of the database, the files and the mail (./data)
  TALUS_VARIANT local or cloud (local)
  TALUS_DEMO    1: demo data and demo sign-ins; 0: an empty system, set up in the browser (1)
  BRIDGE        off: no bridge to the X-ray hardware is started (on)
  DATABASE_URL  PostgreSQL to use in place of the embedded database
The README lists them all.`

const args = [...createServerArgs(), '--with-bridge']
const env = {
  ...serverEnvironment,
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? serverEnvironment.NODE_COMPILE_CACHE,
}

if (process.argv.includes('--help')) console.log(help)
else {
  refuseArguments('npm start')
  await buildWeb()
  await buildPrograms()
  // With execve the supervisor replaces this process, so that the build tools do not stay in memory.
  if (process.execve && process.platform !== 'win32')
    process.execve(process.execPath, [process.execPath, ...args], { ...process.env, ...env })
  else runInForeground([{ args }], env)
}
