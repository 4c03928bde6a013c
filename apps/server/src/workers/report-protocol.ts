import type { ReportDocument } from '@talus/report/document'
import type { CaseReport } from '@talus/report/case-report'
import type { PdfInfo, PrintedSurroundings } from '@talus/report/pdf'
import type { Call } from './protocol.ts'

/** A picture that was decoded and encoded again, as JPEG. */
export interface EncodedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** A report with all that its PDF contains. */
export interface PrintableReport extends PrintedSurroundings {
  readonly document: ReportDocument
  /** JPEG files by `toPictureKey`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  readonly info: PdfInfo
}

/** The answer to a case with all that its PDF contains. */
export interface PrintableCase extends PrintedSurroundings {
  readonly report: CaseReport
  readonly info: PdfInfo
}

/** The calls of the report pool. */
export interface ReportProtocol {
  readonly calls: {
    /** Takes longer than most reports, so it is done while one is written. */
    readonly loadFonts: Call<object, boolean>
    /** A picture of the viewer, as wide as a report shows it. */
    readonly encodePicture: Call<{ readonly bytes: Uint8Array }, EncodedPicture>
    /** The same for an attached file; of GIF and TIFF the first frame. */
    readonly encodeAttachedPicture: Call<{ readonly bytes: Uint8Array }, EncodedPicture>
    /** A logo in the size of a letterhead. */
    readonly encodeLogo: Call<{ readonly bytes: Uint8Array }, EncodedPicture>
    /** A small picture of a file; of GIF and TIFF the first frame. */
    readonly encodeThumbnail: Call<{ readonly bytes: Uint8Array }, EncodedPicture>
    readonly createCasePdf: Call<PrintableCase, Uint8Array<ArrayBuffer>>
    readonly createPdf: Call<PrintableReport, Uint8Array<ArrayBuffer>>
  }
}
