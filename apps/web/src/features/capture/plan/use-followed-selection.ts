import { useState } from 'react'

/**
 * Calls `show` during the render in which another annotation is selected, and in which the sensor
 * is being armed: the highlighted part and view must be those of the next exposure. Returns the
 * function that shows the selected annotation again.
 */
export function useFollowedSelection(
  selectedKey: string | undefined,
  isLooping: boolean,
  show: () => void,
): () => void {
  const [followed, setFollowed] = useState<{ key: string | undefined; isLooping: boolean }>({
    key: undefined,
    isLooping: false,
  })
  const isDue =
    selectedKey !== undefined &&
    (selectedKey !== followed.key || (isLooping && !followed.isLooping))
  if (isDue) show()
  if (isDue || isLooping !== followed.isLooping)
    setFollowed({ key: selectedKey ?? followed.key, isLooping })
  return () => setFollowed((now) => ({ ...now, key: undefined }))
}
