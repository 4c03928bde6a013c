/** Change of the plan after an image of the loop: the next view was selected, or none is left. */
export type PlanProgress =
  | { readonly type: 'next'; readonly key: string; readonly name: string }
  | { readonly type: 'done' }
