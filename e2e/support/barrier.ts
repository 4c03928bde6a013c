/** A promise that the test resolves by `open`, to hold back a response until then. */
export function createBarrier() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
