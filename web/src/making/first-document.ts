/** The document that a new pattern begins with: small, complete, and with one of everything that most patterns need. */
export const firstDocument = `{
  "schema": "pattern-definition/1",
  "name": "Drawstring bag",
  "description": "A bag of two equal sides.",
  "unit": "cm",
  "variables": [
    { "name": "width", "kind": "option", "label": "Width", "default": 30, "min": 10, "max": 80 },
    { "name": "height", "kind": "option", "label": "Height", "default": 40, "min": 10, "max": 120 },
    { "name": "tunnel", "kind": "option", "label": "Tunnel for the cord", "default": 4, "min": 1, "max": 10 },
    { "name": "whole", "kind": "computed", "formula": "height + tunnel" }
  ],
  "constraints": [
    { "if": "tunnel < height / 2", "message": "the tunnel is too high", "variables": ["tunnel", "height"] }
  ],
  "points": {
    "a": { "op": "xy", "x": 0, "y": 0 },
    "b": { "op": "xy", "x": "width", "y": 0 },
    "c": { "op": "xy", "x": "width", "y": "whole" },
    "d": { "op": "xy", "x": 0, "y": "whole" }
  },
  "curves": {},
  "pieces": [
    {
      "name": "Side",
      "quantity": 2,
      "outline": [{ "move": "a" }, { "line": "b" }, { "line": "c" }, { "line": "d" }, { "close": true }]
    }
  ]
}
`;
