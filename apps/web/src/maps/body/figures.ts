import type { Species } from '@talus/contract'
import type { FunctionComponent } from 'react'
import { CatFigure } from '../../ui/art/cat-figure.tsx'
import { DogFigure } from '../../ui/art/dog-figure.tsx'
import type { FigureProps } from '../../ui/art/figure.tsx'
import { HorseFigure } from '../../ui/art/horse-figure.tsx'
import type { BodyDrawing } from './body-regions.ts'
import { catDrawing } from './cat-drawing.ts'
import { dogDrawing } from './dog-drawing.ts'
import { horseDrawing } from './horse-drawing.ts'

export const bodyDrawings: Readonly<Record<Species, BodyDrawing>> = {
  Canine: dogDrawing,
  Feline: catDrawing,
  Equine: horseDrawing,
}

/** The same figures as on the sign-in page. */
export const figures: Readonly<Record<Species, FunctionComponent<FigureProps>>> = {
  Canine: DogFigure,
  Feline: CatFigure,
  Equine: HorseFigure,
}
