import { createContext, useContext } from 'react'

/** Where a button of a toolbar is rendered. */
interface ToolbarPlace {
  /** Set in the menu of the buttons that have no space in the bar. */
  readonly closeMenu: (() => void) | undefined
}

const ToolbarPlaceContext = createContext<ToolbarPlace>({ closeMenu: undefined })

export const ToolbarPlaceProvider = ToolbarPlaceContext.Provider
export const useToolbarPlace = (): ToolbarPlace => useContext(ToolbarPlaceContext)
