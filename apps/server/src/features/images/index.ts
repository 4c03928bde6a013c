export { bulkDownloadRoutes } from './download/bulk-download.routes.ts'
export { createDocuments } from './documents/document.service.ts'
export type { DocumentDeps } from './documents/document.service.ts'
export { documentRoutes } from './documents/document.routes.ts'
export { measurementSeriesNumber } from './documents/documents.queries.ts'
export { clearPreamble } from './stored/dicom-preamble.ts'
export { createFileRefusal } from './stored/refuse-file.ts'
export { readPrefix, wholeHeader } from './stored/read-prefix.ts'
export {
  createUnnamedName,
  createNumberOfNamed,
  createUnnamedNumber,
  formatPersonName,
  isGeneratedName,
  isGeneratedNumber,
  isSameName,
  isUnnamed,
  mayBeSameName,
  parseNameGroups,
  parsePatientAndOwner,
} from './identity/person-names.ts'
export { namesOtherSpecies, parseSpeciesText } from './identity/species-text.ts'
export { getDownloadsFolder, saveDownload } from './download/downloads-folder.ts'
export { imageDownloadRoutes } from './download/image-download.routes.ts'
export { createMetadataReader } from './stored/image-metadata.service.ts'
export type { MetadataDeps } from './stored/image-metadata.service.ts'
export { createImageFiles } from './stored/image-file.service.ts'
export { imageFileRoutes } from './image-file.routes.ts'
export { findImageDetails, ofStudy as listImagesOfStudy } from './images.queries.ts'
export { imageRoutes } from './images.routes.ts'
export type { RenderJpeg } from './download/ready-image.ts'
export { RunningDownloads } from './download/running-downloads.ts'
export { findChosenImages, findReportPdf } from './download/image-download.queries.ts'
export type { ChosenImage } from './download/image-download.queries.ts'
export { withFullQuality, toAsyncIterable } from './download/image-download.service.ts'
export { formatPlainEntryName } from './download/entry-name.ts'
export { runPipeline } from './download/bounded-pipeline.ts'
export { createImageZip } from './download/image-zip.ts'
export { createThumbnailPrefetch } from './thumbnails/thumbnail-prefetch.ts'
export { createRenderStored, largeFrom } from './pixels/render-stored.ts'
export type { RenderStored } from './pixels/render-stored.ts'
export { scanFragments } from './pixels/scan-fragments.ts'
export { createSingleFrames } from './pixels/single-frame.ts'
export type { SingleFrames } from './pixels/single-frame.ts'
export { copyThumbnails, createThumbnails, renderVersion } from './thumbnails/thumbnails.service.ts'
export type { GetJpeg } from './thumbnails/thumbnails.service.ts'
export { decodedBytesMax, readBytes, readWhole } from './stored/read-file.ts'
export { toNamePart, toSafeName } from './download/safe-name.ts'
export { sendZip } from './download/send-zip.ts'
export { createOutgoingFiles } from './outgoing/outgoing-files.service.ts'
export { createOtherPatient } from './outgoing/outgoing-changes.ts'
export type { OutgoingChanges } from './outgoing/outgoing-changes.ts'
export { findPatientIdentity } from './outgoing/outgoing.queries.ts'
export { listOutgoingChanges } from './outgoing/outgoing-header.ts'
export { describeIdentity } from './outgoing/outgoing.queries.ts'
export { rewriteHeader, rewritePixels } from './stored/rewrite-header.ts'
export { isIntact, verifyFile } from './stored/verify-file.ts'
export type { FileToRewrite } from './stored/rewrite-header.ts'
export type { OutgoingFiles, RecordedFile } from './stored/stored-image.ts'
