import { aptInstall, canUseApt, findOnPath } from './programs.ts'

/** The programs with which the tests exchange images, and their Debian packages. */
const peers = [
  { program: 'storescp', packages: ['dcmtk'] },
  { program: 'Orthanc', packages: ['orthanc', 'orthanc-dicomweb'] },
  { program: 'dciodvfy', packages: ['dicom3tools'] },
]

const findMissing = async () => {
  const absent: typeof peers = []
  for (const peer of peers) if (!(await findOnPath([peer.program]))) absent.push(peer)
  return absent
}

/** Installs missing DICOM programs if it can; returns the names of those that are still missing. */
export async function findDicomPeers(): Promise<readonly string[]> {
  const absent = await findMissing()
  if (absent.length > 0 && canUseApt()) {
    const packages = absent.flatMap((peer) => peer.packages)
    console.log(`The tests talk to ${packages.join(', ')} of Debian; installing what is missing.`)
    await aptInstall(packages)
  }
  return (await findMissing()).map(({ program }) => program)
}
