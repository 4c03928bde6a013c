import { aptInstall, canUseApt, findOnPath } from './programs.ts'

/**
 * The programs with which the tests exchange images and read PDF files, and their Debian packages.
 */
const testPrograms = [
  { program: 'storescp', packages: ['dcmtk'] },
  { program: 'Orthanc', packages: ['orthanc', 'orthanc-dicomweb'] },
  { program: 'dciodvfy', packages: ['dicom3tools'] },
  { program: 'pdftotext', packages: ['poppler-utils'] },
  { program: 'qpdf', packages: ['qpdf'] },
  { program: 'mutool', packages: ['mupdf-tools'] },
]

const findMissing = async () => {
  const absent: typeof testPrograms = []
  for (const one of testPrograms) if (!(await findOnPath([one.program]))) absent.push(one)
  return absent
}

/** Installs missing programs if it can; returns the names of those that are still missing. */
export async function findTestPrograms(): Promise<readonly string[]> {
  const absent = await findMissing()
  if (absent.length > 0 && canUseApt()) {
    const packages = absent.flatMap((one) => one.packages)
    console.log(`The tests use ${packages.join(', ')} of Debian; installing what is missing.`)
    await aptInstall(packages)
  }
  return (await findMissing()).map(({ program }) => program)
}
