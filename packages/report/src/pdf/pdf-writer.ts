import { fontFaces } from '../fonts/index.ts'
import type { FontFace, TrueTypeFont } from '../fonts/index.ts'
import { writeBookmarks } from './bookmarks.ts'
import type { Bookmark } from './bookmarks.ts'
import { createEmbeddedFont } from './embedded-font.ts'
import { createPdfPage } from './pdf-page.ts'
import type { PdfPage, PictureObject } from './pdf-page.ts'
import { createPdfObjects } from './pdf-objects.ts'
import type { Deflate, PdfObjects } from './pdf-objects.ts'
import { toTextString, toUtf8Bytes } from './pdf-syntax.ts'
import { readJpegHeader } from './jpeg.ts'
import { createSrgbProfile } from './srgb-profile.ts'
import { writeStructureTree } from './structure.ts'
import type { StructureElement, StructureType } from './structure.ts'
import { createXmp, toPdfDate } from './xmp.ts'
import type { PdfInfo } from './xmp.ts'

export interface PdfWriterOptions {
  readonly fonts: Readonly<Record<FontFace, TrueTypeFont>>
  readonly deflate: Deflate
  readonly info: PdfInfo
}

export interface PdfWriter {
  /** The root of the structure; every element of a page has a place below it. */
  readonly root: StructureElement
  /** `attributes` are entries of its dictionary, e.g. `/Alt<FEFF…>`. */
  readonly addElement: (
    type: StructureType,
    parent: StructureElement,
    attributes?: string,
  ) => StructureElement
  /** Width and height are px of 1/96 inch, as is everything that is drawn on the page. */
  readonly addPage: (width: number, height: number) => PdfPage
  readonly addBookmark: (title: string, page: PdfPage, top: number) => void
  readonly finish: () => Uint8Array
}

function putPicture(objects: PdfObjects, jpeg: Uint8Array): number {
  const { width, height, components } = readJpegHeader(jpeg)
  const id = objects.reserve()
  objects.putRawStream(
    id,
    `/Type/XObject/Subtype/Image/Width ${String(width)}/Height ${String(height)}` +
      `/ColorSpace/${components === 1 ? 'DeviceGray' : 'DeviceRGB'}/BitsPerComponent 8/Filter/DCTDecode`,
    jpeg,
  )
  return id
}

/**
 * Writes a tagged PDF that is PDF/UA-1 and PDF/A-2a. It has no links, actions, forms or attachments,
 * and no function to add one.
 */
export function createPdfWriter({ fonts, deflate, info }: PdfWriterOptions): PdfWriter {
  const objects = createPdfObjects(deflate)
  const [catalog, pagesId, structureId] = [objects.reserve(), objects.reserve(), objects.reserve()]
  const embedded = new Map(
    fontFaces.map((face, index) => [
      face,
      createEmbeddedFont(objects, fonts[face], face, `F${String(index)}`),
    ]),
  )
  const pages: PdfPage[] = []
  const bookmarks: Bookmark[] = []
  const pictures = new Map<Uint8Array, PictureObject>()
  const root: StructureElement = {
    type: 'Document',
    id: objects.reserve(),
    attributes: '',
    children: [],
  }

  const addPicture = (jpeg: Uint8Array): PictureObject => {
    const known = pictures.get(jpeg)
    if (known) return known
    const picture = { id: putPicture(objects, jpeg), name: `I${String(pictures.size)}` }
    pictures.set(jpeg, picture)
    return picture
  }

  const writePages = () => {
    const used = [...embedded.values()].filter((font) => font.isUsed())
    const fontEntries = used
      .map((font) => `/${font.resourceName} ${String(font.write())} 0 R`)
      .join('')
    for (const page of pages) {
      const content = objects.reserve()
      const images = [...page.pictures].map(({ name, id }) => `/${name} ${String(id)} 0 R`).join('')
      objects.putStream(content, '', page.getContent())
      objects.put(
        page.id,
        `<</Type/Page/Parent ${String(pagesId)} 0 R/MediaBox[0 0 ${page.mediaBox}]` +
          `/Contents ${String(content)} 0 R/StructParents ${String(page.index)}/Tabs/S` +
          `/Resources<</Font<<${fontEntries}>>/XObject<<${images}>>>>>>`,
      )
    }
    const kids = pages.map(({ id }) => `${String(id)} 0 R`).join(' ')
    objects.put(pagesId, `<</Type/Pages/Count ${String(pages.length)}/Kids[${kids}]>>`)
  }

  const finish = () => {
    writePages()
    writeStructureTree(
      objects,
      structureId,
      root,
      pages.map(({ marks }) => marks),
    )
    const outlineEntry = writeBookmarks(objects, bookmarks)
    const [metadata, profile, infoId] = [objects.reserve(), objects.reserve(), objects.reserve()]
    objects.putRawStream(metadata, '/Type/Metadata/Subtype/XML', toUtf8Bytes(createXmp(info)))
    objects.putStream(profile, '/N 3', createSrgbProfile())
    const date = toPdfDate(info.createdAt)
    objects.put(
      infoId,
      `<</Title${toTextString(info.title)}/Author${toTextString(info.author)}` +
        `/Subject${toTextString(info.subject)}/Producer${toTextString('Talus')}` +
        `/Creator${toTextString('Talus')}/CreationDate(${date})/ModDate(${date})>>`,
    )
    objects.put(
      catalog,
      `<</Type/Catalog/Pages ${String(pagesId)} 0 R/StructTreeRoot ${String(structureId)} 0 R` +
        `/MarkInfo<</Marked true>>/Lang${toTextString(info.language)}` +
        `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${String(metadata)} 0 R` +
        `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)` +
        `/Info(sRGB IEC61966-2.1)/DestOutputProfile ${String(profile)} 0 R>>]${outlineEntry}>>`,
    )
    return objects.writeFile(catalog, infoId, info.fileId)
  }

  const addElement: PdfWriter['addElement'] = (type, parent, attributes = '') => {
    const element = { type, id: objects.reserve(), attributes, children: [] }
    parent.children.push(element)
    return element
  }

  return {
    root,
    addElement,
    addPage: (width, height) => {
      const page = createPdfPage({
        id: objects.reserve(),
        index: pages.length,
        width,
        height,
        getFont: (face) => {
          const font = embedded.get(face)
          if (!font) throw new Error(`There is no font ${face}`)
          return font
        },
        addElement,
        addPicture,
      })
      pages.push(page)
      return page
    },
    addBookmark: (title, page, top) => {
      bookmarks.push({ title, page, top })
    },
    finish,
  }
}
