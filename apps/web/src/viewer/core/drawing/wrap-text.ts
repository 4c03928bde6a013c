/** About a third of the width of a radiograph on the smallest supported screen. */
const lineLengthMax = 48

/** The lines of a comment: a long one is broken between words, so that it stays on the image. */
export function wrapText(text: string, lengthMax = lineLengthMax): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.split(' ').flatMap((long) => splitWord(long, lengthMax))) {
      const last = lines.at(-1) ?? ''
      const joined = last === '' ? word : `${last} ${word}`
      if (joined.length > lengthMax && last !== '') lines.push(word)
      else lines[lines.length - 1] = joined
    }
    return lines
  })
}

const segmenter = new Intl.Segmenter()

/** Parts of a word that is longer than a line. */
function splitWord(word: string, lengthMax: number): string[] {
  const letters = Array.from(segmenter.segment(word), ({ segment }) => segment)
  const parts = Array.from({ length: Math.ceil(letters.length / lengthMax) }, (_, index) =>
    letters.slice(index * lengthMax, (index + 1) * lengthMax).join(''),
  )
  return parts.length > 0 ? parts : ['']
}
