import { aptInstall, canUseApt, onPath } from './programs.ts'

/** The programs that the tests exchange images with, and the packages of Debian that bring them. */
const peers = [
  { program: 'storescp', packages: ['dcmtk'] },
  { program: 'Orthanc', packages: ['orthanc', 'orthanc-dicomweb'] },
  { program: 'dciodvfy', packages: ['dicom3tools'] },
]

const missing = async () => {
  const absent: typeof peers = []
  for (const peer of peers) if (!(await onPath([peer.program]))) absent.push(peer)
  return absent
}

/** Installs the DICOM programs that are not there, where it can; those that are still missing are named. */
export async function findDicomPeers(): Promise<readonly string[]> {
  const absent = await missing()
  if (absent.length > 0 && canUseApt()) {
    const packages = absent.flatMap((peer) => peer.packages)
    console.log(`The tests talk to ${packages.join(', ')} of Debian; installing what is missing.`)
    await aptInstall(packages)
  }
  return (await missing()).map(({ program }) => program)
}
