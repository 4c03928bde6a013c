/** One triangle over everything. */
export const vertexShader = `#version 300 es
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`

/**
 * Numbers of 8 or 16 bits, mixed by the tent of taps.ts, then through the table. A texture of whole
 * numbers cannot be mixed by the card itself, and one of halves loses the lower bits of a radiograph.
 */
export const fragmentShader = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D cells;
uniform sampler2D greys;
uniform vec2 size;
uniform mat2 turn;
uniform vec2 origin;
uniform vec2 reach;
uniform ivec2 first;
uniform ivec2 last;
uniform uint signBit;
uniform float lowest;
uniform int tableWidth;
out vec4 shown;

float numberAt(ivec2 place) {
  return float(texelFetch(cells, clamp(place, first, last), 0).r ^ signBit);
}

void main() {
  vec2 device = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec2 middle = turn * device + origin - 0.5;
  ivec2 begin = ivec2(floor(middle - reach)) + 1;
  ivec2 end = ivec2(ceil(middle + reach)) - 1;
  float sum = 0.0;
  float whole = 0.0;
  for (int row = begin.y; row <= end.y; row++) {
    float down = 1.0 - abs(float(row) - middle.y) / reach.y;
    for (int column = begin.x; column <= end.x; column++) {
      float weight = down * (1.0 - abs(float(column) - middle.x) / reach.x);
      sum += weight * numberAt(ivec2(column, row));
      whole += weight;
    }
  }
  int place = int(sum / whole - lowest + 0.5);
  float grey = texelFetch(greys, ivec2(place % tableWidth, place / tableWidth), 0).r;
  shown = vec4(grey, grey, grey, 1.0);
}`
