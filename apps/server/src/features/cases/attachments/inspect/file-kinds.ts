/** The kinds of files that a case takes. Pictures, PDF and text are shown by the browser itself. */
export const fileKinds = {
  jpeg: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', isShown: true },
  png: { extensions: ['png'], mediaType: 'image/png', isShown: true },
  gif: { extensions: ['gif'], mediaType: 'image/gif', isShown: true },
  bmp: { extensions: ['bmp'], mediaType: 'image/bmp', isShown: true },
  tiff: { extensions: ['tif', 'tiff'], mediaType: 'image/tiff', isShown: true },
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', isShown: true },
  docx: {
    extensions: ['docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isShown: false,
  },
  xlsx: {
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isShown: false,
  },
  text: { extensions: ['txt'], mediaType: 'text/plain', isShown: true },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly extensions: readonly string[]
      readonly mediaType: string
      readonly isShown: boolean
    }
  >
>
export type FileKind = keyof typeof fileKinds

const kindNames = Object.keys(fileKinds).filter(isFileKind)

function isFileKind(name: string): name is FileKind {
  return Object.hasOwn(fileKinds, name)
}

/** Characters that reverse or hide a part of a name, so that `gpj.exe` reads `exe.jpg`. */
const deceptiveCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u

/** The kind that the name claims; undefined if no file of such a name is taken. */
export function getClaimedKind(fileName: string): FileKind | undefined {
  if (deceptiveCharacters.test(fileName)) return undefined
  // A colon would name a part of another file on Windows: `a.exe:b.pdf`.
  const extension = /^[^:]*[^.:]\.([a-z0-9]+)$/iu.exec(fileName)?.[1]?.toLowerCase()
  if (extension === undefined) return undefined
  return kindNames.find((kind) => fileKinds[kind].extensions.some((known) => known === extension))
}
