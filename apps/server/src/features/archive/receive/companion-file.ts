/** Kinds of files of the viewer that a CD or an export has beside its images. */
const companionName =
  /(?:\.(?:exe|dll|msi|bat|cmd|com|sh|command|jar|class|inf|ini|cfg|conf|config|log|ico|icns|htm|html|css|js|json|xml|xsl|txt|rtf|md5|sha1|lnk|url|dat|chm|hlp|manifest|plist)|\/(?:README|LICENSE|LICENCE))$/iu

/** Whether a file that is not DICOM belongs to a disc by its name, so that nobody misses it. */
export const isCompanionFile = (name: string): boolean => companionName.test(`/${name}`)
