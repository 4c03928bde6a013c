import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { SignInArtProps } from '../../ui/art/sign-in-art.tsx'
import { whenIdle } from '../../when-idle.ts'

/**
 * The drawings of the sign-in page. They are loaded when the form is on the screen: they are half of
 * the script of that page alone. The caller reserves their place, so that nothing moves when they
 * appear.
 */
export function LazyArt(props: SignInArtProps) {
  const [Art, setArt] = useState<ComponentType<SignInArtProps>>()
  useEffect(() => {
    let isShown = true
    whenIdle(() => {
      import('../../ui/art/sign-in-art.tsx').then(
        ({ SignInArt }) => isShown && setArt(() => SignInArt),
        // The page is complete without its decoration.
        () => undefined,
      )
    })
    return () => {
      isShown = false
    }
  }, [])
  return Art ? <Art {...props} /> : null
}
