import { readdir } from 'node:fs/promises'
import type { BridgeConfig } from '@talus/contract'

type PortList = BridgeConfig['serialPorts']

const deviceFolder = '/dev'
/** USB adapters, and the built-in ports of a PC. */
const linuxPorts = /^tty(?:USB|ACM|S|AMA)\d+$/u
const portsMax = 64

/** Lists the serial ports of this computer, so that the user need not know their names. */
export async function listSerialPorts(): Promise<PortList> {
  try {
    return (process.platform === 'linux' ? await listLinuxPorts() : await listNativePorts()).slice(
      0,
      portsMax,
    )
  } catch {
    // The user can still type the name of a port.
    return []
  }
}

/**
 * Reads the device folder. The library calls `udevadm` for the list, and ends the process where
 * that program is missing, as in a container.
 */
async function listLinuxPorts(): Promise<PortList> {
  const names = (await readdir(deviceFolder)).filter((name) => linuxPorts.test(name))
  // Adapters first: few PCs use their built-in ports, of which Linux lists many that do not exist.
  const isBuiltIn = (name: string) => (name.startsWith('ttyS') ? 1 : 0)
  return names
    .toSorted((a, b) => isBuiltIn(a) - isBuiltIn(b) || a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => ({ path: `${deviceFolder}/${name}`, description: '' }))
}

async function listNativePorts(): Promise<PortList> {
  const { SerialPort } = await import('serialport')
  const ports = await SerialPort.list()
  return ports.map(({ path, manufacturer }) => ({ path, description: manufacturer ?? '' }))
}
