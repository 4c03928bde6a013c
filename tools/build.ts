import { buildPrograms } from './build/programs.ts'
import { buildWeb } from './build/web.ts'
import { refuseArguments } from './refuse-arguments.ts'

const help = `npm run build: builds web application, server and bridge without starting them.`

if (process.argv.includes('--help')) console.log(help)
else {
  refuseArguments('npm run build')
  await buildWeb()
  await buildPrograms()
}
