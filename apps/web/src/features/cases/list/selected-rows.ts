/** The selected rows by their ids; it also has rows of other pages, as they were last shown. */
export type SelectedRows<Row extends { readonly id: number }> = ReadonlyMap<Row['id'], Row>

/** Adds the row, or removes it if it is selected. */
export function toggleRow<Row extends { readonly id: number }>(
  selected: SelectedRows<Row>,
  row: Row,
): SelectedRows<Row> {
  const next = new Map<Row['id'], Row>(selected)
  if (!next.delete(row.id)) next.set(row.id, row)
  return next
}

/** Selects all rows of the page, or none of them if all are selected; other pages stay as they are. */
export function togglePage<Row extends { readonly id: number }>(
  selected: SelectedRows<Row>,
  page: readonly Row[],
): SelectedRows<Row> {
  const isEverySelected = page.every(({ id }) => selected.has(id))
  const next = new Map<Row['id'], Row>(selected)
  for (const row of page)
    if (isEverySelected) next.delete(row.id)
    else next.set(row.id, row)
  return next
}

/**
 * The selection after the page was fetched again: selected rows are the fresh ones, and a row that
 * has left the page is no longer selected, because another user has changed or moved it.
 */
export function refreshSelected<Row extends { readonly id: number }>(
  selected: SelectedRows<Row>,
  before: readonly Row[],
  now: readonly Row[],
): SelectedRows<Row> {
  const next = new Map<Row['id'], Row>(selected)
  for (const { id } of before) next.delete(id)
  for (const row of now) if (selected.has(row.id)) next.set(row.id, row)
  return next
}
