import { bridgeProgram, buildPrograms } from './build/programs.ts'
import { runInForeground } from './child.ts'
import { refuseArguments } from './refuse-arguments.ts'

const help = `npm run bridge: runs the bridge to the X-ray hardware alone.

Settings come from the environment:
  BRIDGE_PORT            port on 127.0.0.1 (4290)
  TALUS_DATA             folder that server and bridge share (./data)
  TALUS_DEMO             1: the simulator's control panel opens without a link (1)
  BRIDGE_HOST            IP address for servers of other computers (none)
  BRIDGE_GENERAL         simulator, folder or none (the choice under Settings, Devices)
  BRIDGE_DENTAL          the same
  BRIDGE_GENERATOR       simulator, serial or none (the same)
docs/drivers.md lists them all.`

if (process.argv.includes('--help')) console.log(help)
else {
  refuseArguments('npm run bridge')
  await buildPrograms()
  // The panel's script is served with its types stripped, for which Node prints a warning.
  runInForeground([{ args: ['--disable-warning=ExperimentalWarning', bridgeProgram] }])
}
