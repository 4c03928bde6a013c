import type { ViewBasis } from './scene/camera.ts'
import type { Vec } from './scene/geometry.ts'
import type { PanelSetup } from './scene/panel-setup.ts'
import type { Scene } from './scene/scene.ts'

export interface ArrangedScene {
  readonly scene: Scene
  readonly setup: PanelSetup
  readonly basis: ViewBasis
}

export function createScene(
  { bodies, landmarks, truth }: Pick<Scene, 'bodies' | 'landmarks' | 'truth'>,
  aim: Vec,
  [width, height]: readonly [number, number],
  scatter: number,
): Scene {
  return { bodies, landmarks, truth, aim, field: { width, height }, scatter }
}
