/** One triangle that covers the whole viewport. */
export const vertexShader = `#version 300 es
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`

/**
 * Interpolates values of 8 or 16 bits with the tent filter of taps.ts, then maps them through the
 * lookup table. The GPU cannot filter integer textures itself, and half floats would lose the lower
 * bits of a radiograph.
 */
export const fragmentShader = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D pixelValues;
uniform sampler2D lookupTable;
uniform vec2 size;
uniform mat2 rotation;
uniform vec2 origin;
uniform vec2 reach;
uniform ivec2 first;
uniform ivec2 last;
uniform uint signBit;
uniform float lowest;
uniform int tableWidth;
out vec4 colour;

float valueAt(ivec2 position) {
  return float(texelFetch(pixelValues, clamp(position, first, last), 0).r ^ signBit);
}

void main() {
  vec2 device = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec2 middle = rotation * device + origin - 0.5;
  ivec2 begin = ivec2(floor(middle - reach)) + 1;
  ivec2 end = ivec2(ceil(middle + reach)) - 1;
  float sum = 0.0;
  float whole = 0.0;
  for (int row = begin.y; row <= end.y; row++) {
    float down = 1.0 - abs(float(row) - middle.y) / reach.y;
    for (int column = begin.x; column <= end.x; column++) {
      float weight = down * (1.0 - abs(float(column) - middle.x) / reach.x);
      sum += weight * valueAt(ivec2(column, row));
      whole += weight;
    }
  }
  int index = int(sum / whole - lowest + 0.5);
  float grey = texelFetch(lookupTable, ivec2(index % tableWidth, index / tableWidth), 0).r;
  colour = vec4(grey, grey, grey, 1.0);
}`
