/** Software renderers: the processor is faster without them. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/iu

/** Whether WebGL runs on a graphics card, and not on the processor. */
export function isHardware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)
  return !software.test(String(name))
}

/** Releases the context at once instead of at the next garbage collection. */
export const releaseContext = (gl: WebGL2RenderingContext): void =>
  gl.getExtension('WEBGL_lose_context')?.loseContext()

/** Undefined if the browser or its driver refuses the shaders. */
export function compileProgram(
  gl: WebGL2RenderingContext,
  vertexShader: string,
  fragmentShader: string,
): WebGLProgram | undefined {
  const program = gl.createProgram()
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) return undefined
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined
}
