import { attacks } from "rsa-variants/security";
import { h } from "../../common/dom.ts";
import type { Actions, View } from "../state.ts";
import { attackCard } from "./card.ts";

/** Every attack that runs, a card each. */
export function attacksView(actions: Actions): View {
  const cards = attacks.map((attack) => attackCard(attack, actions));
  return {
    element: h(
      "section",
      { class: "outcome attacks", "aria-labelledby": "attacks-title" },
      h("h2", { id: "attacks-title" }, "Attacks that run here"),
      h(
        "p",
        { class: "lead-in" },
        "Each makes a fresh key of the kind that falls to it, or of one that withstands it where you choose so, and attacks it in this browser with nothing but what an attacker has. Nothing is sent anywhere, and nothing here attacks a key of yours. What is found is checked here: factors against N, a message against the one that was encrypted.",
      ),
      h("div", { class: "attack-grid" }, ...cards.map(({ element }) => element)),
    ),
    update(state) {
      for (const card of cards) card.update(state);
    },
  };
}
