import bold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url'
import boldItalic from '@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf?url'
import italic from '@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf?url'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url'
import { useEffect, useState } from 'react'

/** The files from which the PDF takes its glyphs: the variable Inter of the interface is wider. */
const faces = [
  { file: regular, weight: '400', style: 'normal' },
  { file: bold, weight: '600', style: 'normal' },
  { file: italic, weight: '400', style: 'italic' },
  { file: boldItalic, weight: '600', style: 'italic' },
] as const

const family = 'Talus Report'

async function loadFonts() {
  if ([...document.fonts].some((face) => face.family.includes(family))) {
    await document.fonts.ready
    return
  }
  const loaded = await Promise.all(
    faces.map(({ file, weight, style }) =>
      new FontFace(family, `url(${file})`, { weight, style }).load(),
    ),
  )
  for (const face of loaded) document.fonts.add(face)
}

/** True when the fonts of the page are loaded, or cannot be: a report is never unreadable. */
export function useReportFonts(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isShown = true
    const show = () => {
      if (isShown) setReady(true)
    }
    loadFonts().then(show, show)
    return () => {
      isShown = false
    }
  }, [])
  return isReady
}
