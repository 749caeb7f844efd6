/** The look that all places share; a place's own styles come after. */
import "./tokens.css";
import "./verdicts.css";
import "./page.css";
import "./buttons.css";
import "./fields.css";
import "./presets.css";
import "./controls.css";
import "./progress.css";
import "./outcome.css";
import "./tabs.css";
import "./dialog.css";
import "./figures.css";
import "./media.css";
