/** Signs the demo administrator in; returns the token. */
export async function signIn(url: string): Promise<string> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  if (!login.ok) throw new Error(`not signed in: ${login.status}`)
  return login.headers.get('authorization')?.replace('Bearer ', '') ?? ''
}

/** Stores a DICOM file through STOW-RS. */
export async function storeFile(
  url: string,
  token: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const stored = await fetch(`${url}/api/dicom-web/studies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body,
  })
  if (!stored.ok) throw new Error(`not stored: ${stored.status}`)
}
