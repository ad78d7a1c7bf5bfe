/** An example item: complete, with a claim that proves its key. */
export const EXAMPLE = `id: my-first-item
question:
  stem: |-
    A rectangle is \\(3\\,\\mathrm{cm}\\) longer than it is wide, and its area is \\(40\\,\\mathrm{cm^2}\\).
    What is its perimeter?
  options:
    A: \\(13\\,\\mathrm{cm}\\)
    B: \\(20\\,\\mathrm{cm}\\)
    C: \\(26\\,\\mathrm{cm}\\)
    D: \\(32\\,\\mathrm{cm}\\)
  correct_option: C
solution:
  reasoning: The width solves \\(w^2 + 3w - 40 = 0\\), so it is \\(5\\,\\mathrm{cm}\\), and the perimeter is \\(26\\,\\mathrm{cm}\\).
  key_insight: The area fixes the width, since a length is positive.
  steps:
    - text: The width solves \\(w^2 + 3w - 40 = 0\\), so \\(w = 5\\).
      methods: [quadratics]
    - text: The perimeter is \\(2(5 + 8) = 26\\).
      methods: [algebra]
distractor_map:
  A: {why: adds the two sides only once, gives: sqrt(d^2 + 4*f)}
  B: {why: takes all four sides to be the width, gives: 2*(sqrt(d^2 + 4*f) - d)}
  D: {why: takes all four sides to be the length, gives: 2*(sqrt(d^2 + 4*f) + d)}
claim:
  task: solve
  given: {d: 3 cm, f: 40 cm^2}
  unit: cm
  unknowns: [x]
  equations: ["x*(x + d) = f"]
  conditions: ["x > 0"]
  ask: 2*(x + (x + d))
`;
