/**
 * Casts a parallel ray for each pixel, as packages/volume/kernel/rays.ts does it on the processor:
 * opacity and colour by a table, light by the gradient of the cell, an early end, and leaps over
 * blocks in which nothing is visible.
 */
export const rayShader = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler3D;
uniform sampler3D cells;
uniform sampler3D blocks;
uniform sampler2D colours;
uniform int lowestVisible;
uniform vec3 size;
uniform vec3 start;
uniform vec3 right;
uniform vec3 down;
uniform vec3 stride;
uniform vec3 light;
uniform vec3 gradientScale;
uniform vec3 lowest;
uniform vec3 highest;
uniform float height;
out vec4 colour;

float cellAt(ivec3 place) { return texelFetch(cells, place, 0).r * 255.0; }

vec4 colourOf(float cell) { return texelFetch(colours, ivec2(int(cell), 0), 0); }

/* Steps to the end of a block of 8 along one axis. */
float leap(float position, int block, float by) {
  if (by > 0.0) return (float((block + 1) * 8) - position) / by;
  if (by < 0.0) return (float(block * 8) - position) / by;
  return 1e9;
}

void main() {
  vec3 from = start + (gl_FragCoord.x - 0.5) * right + (height - gl_FragCoord.y - 0.5) * down;
  float enter = 0.0;
  float leave = 1e9;
  for (int axis = 0; axis < 3; axis++) {
    if (stride[axis] == 0.0) {
      if (from[axis] < lowest[axis] || from[axis] > highest[axis]) leave = -1.0;
    } else {
      float first = (lowest[axis] - from[axis]) / stride[axis];
      float second = (highest[axis] - from[axis]) / stride[axis];
      enter = max(enter, min(first, second));
      leave = min(leave, max(first, second));
    }
  }
  int at = int(ceil(enter));
  int end = leave >= enter ? int(floor(leave)) : -1;
  float opacity = 0.0;
  vec3 sum = vec3(0.0);
  while (at <= end && opacity <= 0.97) {
    vec3 place = clamp(from + float(at) * stride, lowest, highest);
    ivec3 cell = ivec3(place);
    ivec3 block = cell >> 3;
    if (int(texelFetch(blocks, block, 0).r * 255.0 + 0.5) < lowestVisible) {
      float steps = min(
        leap(place.x, block.x, stride.x),
        min(leap(place.y, block.y, stride.y), leap(place.z, block.z, stride.z)));
      at += max(1, int(ceil(min(steps, 1e6) + 1e-4)));
      continue;
    }
    at++;
    /* The filter of the card is coarse, but tells what is transparent with a single access. */
    float estimate = texture(cells, (place + 0.5) / size).r * 255.0;
    if (colourOf(max(0.0, estimate - 1.0)).a == 0.0 && colourOf(min(255.0, estimate + 1.0)).a == 0.0)
      continue;
    vec3 f = place - vec3(cell);
    float v0 = cellAt(cell);
    float v1 = cellAt(cell + ivec3(1, 0, 0));
    float v2 = cellAt(cell + ivec3(0, 1, 0));
    float v3 = cellAt(cell + ivec3(1, 1, 0));
    float v4 = cellAt(cell + ivec3(0, 0, 1));
    float v5 = cellAt(cell + ivec3(1, 0, 1));
    float v6 = cellAt(cell + ivec3(0, 1, 1));
    float v7 = cellAt(cell + ivec3(1, 1, 1));
    vec4 p = mix(vec4(v0, v2, v4, v6), vec4(v1, v3, v5, v7), f.x);
    vec2 q = mix(p.xz, p.yw, f.y);
    vec4 found = colourOf(mix(q.x, q.y, f.z) + 0.001);
    if (found.a == 0.0) continue;
    vec2 e = mix(vec2(v1 - v0, v5 - v4), vec2(v3 - v2, v7 - v6), f.y);
    vec3 gradient =
      vec3(mix(e.x, e.y, f.z), mix(p.y - p.x, p.w - p.z, f.z), q.y - q.x) * gradientScale;
    float lit = -dot(gradient, light) / (length(gradient) + 0.001);
    if (lit < 0.0) lit = -lit * 0.3;
    float share = found.a * (1.0 - opacity);
    sum += found.rgb * (0.35 + 0.65 * lit) * share;
    opacity += share;
  }
  colour = vec4(min(sum / 255.0, 1.0), 1.0);
}`
