import { getSideMarker, isBodyPart } from '@talus/anatomy'
import { arrangeScene } from './arrange-scene.ts'
import { findMarkerPlace, ringRadius } from './find-marker-place.ts'
import type { PoseRequest } from './frame.ts'
import { addMarker } from './marker.ts'
import type { CollimatedField } from './physics/exposure.ts'
import { tiltBasis } from './scene/camera.ts'
import type { Camera } from './scene/camera.ts'
import { createMixedRandom, randomBetween } from './scene/noise.ts'

/** Positions the animal, the collimated field and the side marker for an exposure. */
export function poseFrame(request: PoseRequest) {
  const { seed, binning = 1 } = request
  const { poseSeed = seed } = request
  const { scene, setup, basis } = arrangeScene(request)
  const width = request.width ?? setup.width / binning
  const height = request.height ?? setup.height / binning
  // A smaller frame is the same panel with larger pixels, not a part of it.
  const pitch = request.pitch ?? setup.pitch * Math.max(setup.width / width, setup.height / height)
  const random = createMixedRandom(poseSeed * 131 + 7)
  const scale = 1 / pitch
  const shift = setup.wobble
  const camera: Camera = {
    width,
    height,
    scale,
    basis: tiltBasis(
      basis,
      randomBetween(random, -1, 1) * setup.roll,
      randomBetween(random, -1, 1) * setup.tilt,
      randomBetween(random, -1, 1) * setup.tilt,
    ),
    aim: scene.aim,
    centre: {
      x: width / 2 + randomBetween(random, -shift, shift) * scale,
      y: height / 2 + randomBetween(random, -shift, shift) * scale,
    },
  }
  const open = randomBetween(random, 0.98, 1.06)
  const field: CollimatedField = {
    x: width / 2,
    y: height / 2,
    halfWidth: Math.min(width * setup.widest, (scene.field.width / 2) * open * scale),
    halfHeight: Math.min(height * setup.widest, (scene.field.height / 2) * open * scale),
    angle: randomBetween(random, -0.008, 0.008),
    penumbra: Math.max(0.6, 0.5 * scale * setup.penumbra),
  }
  const marker = setup.marker ? findMarker(request) : undefined
  const place = marker && findMarkerPlace(scene, camera, field, marker)
  const marked = marker && place ? addMarker(scene, camera, marker.letter, place) : scene
  return {
    scene: marked,
    setup,
    camera,
    field,
    pitch,
    marker:
      marker && place
        ? {
            letter: marker.letter,
            x: place.x,
            y: place.y,
            radius: place.size * ringRadius * scale,
          }
        : null,
  }
}

/** The side marker of the request; undefined if neither part nor view states a side. */
function findMarker({ bodyPart, view }: PoseRequest) {
  return view && isBodyPart(bodyPart) ? getSideMarker(bodyPart, view) : undefined
}
