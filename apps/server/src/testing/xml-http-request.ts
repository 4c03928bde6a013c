/** As much of a browser's request as `dicomweb-client` uses, which Node has not. */
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
  #answer = new Headers()

  open(method: string, url: string) {
    this.#method = method.toUpperCase()
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string) {
    return this.#answer.get(name)
  }

  getAllResponseHeaders() {
    return [...this.#answer].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }

  send(body?: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string) {
    void this.#run(body)
  }

  async #run(body: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string | undefined) {
    const answer = await fetch(this.#url, {
      method: this.#method,
      headers: this.#headers,
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await answer.arrayBuffer()
    const text = () => new TextDecoder().decode(bytes)
    this.status = answer.status
    this.#answer = answer.headers
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
