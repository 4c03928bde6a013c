import { aptInstall, canUseApt, onPath } from './programs.ts'

const programs = ['storescp', 'dcmqrscp']
const areThere = async () => {
  for (const program of programs) if (!(await onPath([program]))) return false
  return true
}

/** Whether the DICOM servers that the tests talk to are there; installs them where it can. */
export async function findDcmtk(): Promise<boolean> {
  if (await areThere()) return true
  if (!canUseApt()) return false
  console.log("There is no dcmtk for the tests; installing Debian's.")
  return (await aptInstall(['dcmtk'])) && areThere()
}
