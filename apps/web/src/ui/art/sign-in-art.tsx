/** The face of the product: a horse, a dog and a cat with their skeletons, crossed by a plate. */
import { useId } from 'react';
import type { CSSProperties } from 'react';
import { CatFigure } from './cat-figure.tsx';
import { DogFigure } from './dog-figure.tsx';
import { HorseFigure } from './horse-figure.tsx';

export interface SignInArtProps {
  readonly className?: string | undefined;
}

type CustomProperties = CSSProperties & Readonly<Record<`--${string}`, string>>;

/** Colours may be set from outside as --art-*; by default they follow the colour scheme. */
const LINE_ART: CustomProperties = {
  '--figure-body': 'var(--art-ground, light-dark(#f6f8f9, #0b0e11))',
  '--figure-outline': 'var(--art-outline, light-dark(#1e293b, #cbd5e1))',
  '--figure-bone': 'var(--art-bone, light-dark(#3d9e96, #3f8f89))',
  '--figure-bone-fill': 'color-mix(in oklab, var(--figure-bone) 12%, var(--figure-body))',
};
const ON_PLATE: CustomProperties = {
  '--figure-body': 'var(--art-plate, light-dark(#0f2a2e, #12333a))',
  '--figure-outline': 'light-dark(#7fb6b6, #7fb6b6)',
  '--figure-bone': 'light-dark(#e9fbf8, #e9fbf8)',
  '--figure-bone-fill': 'color-mix(in oklab, var(--figure-bone) 40%, var(--figure-body))',
};

const PLATE = { x: 330, y: 300, width: 300, height: 380, rx: 10 };

export function SignInArt({ className }: SignInArtProps) {
  const id = useId();
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 900 900"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      style={LINE_ART}
      aria-hidden
    >
      <defs>
        <clipPath id={`${id}plate`}>
          <rect {...PLATE} />
        </clipPath>
        <g id={`${id}scene`}>
          <g transform="translate(150 190) scale(.94)">
            <HorseFigure weight={1.06} />
          </g>
          <g transform="translate(40 530) scale(.5)">
            <DogFigure weight={1.9} />
          </g>
          <g transform="translate(430 606) scale(.5)">
            <CatFigure weight={1.9} />
          </g>
        </g>
      </defs>
      <use href={`#${id}scene`} />
      <rect {...PLATE} style={{ fill: ON_PLATE['--figure-body'] }} />
      <g clipPath={`url(#${id}plate)`} style={ON_PLATE}>
        <use href={`#${id}scene`} />
      </g>
    </svg>
  );
}
