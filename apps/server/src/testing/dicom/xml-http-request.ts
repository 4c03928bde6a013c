/** The part of XMLHttpRequest that `dicomweb-client` uses; Node has none. */
export class XmlHttpRequest {
  readyState = 0
  status = 0
  responseType = ''
  response: unknown = undefined
  withCredentials = false
  onreadystatechange: (() => void) | undefined
  #method = 'GET'
  #url = ''
  readonly #headers = new Headers()
  #responseHeaders = new Headers()

  open(method: string, url: string) {
    this.#method = method.toUpperCase()
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string) {
    return this.#responseHeaders.get(name)
  }

  getAllResponseHeaders() {
    return [...this.#responseHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }

  send(body?: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string) {
    void this.#run(body)
  }

  async #run(body: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string | undefined) {
    const response = await fetch(this.#url, {
      method: this.#method,
      headers: this.#headers,
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await response.arrayBuffer()
    const text = () => new TextDecoder().decode(bytes)
    this.status = response.status
    this.#responseHeaders = response.headers
    this.response =
      this.responseType === 'arraybuffer'
        ? bytes
        : this.responseType === 'json'
          ? (JSON.parse(text()) as unknown)
          : text()
    this.readyState = 4
    this.onreadystatechange?.()
  }
}
