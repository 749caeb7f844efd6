/** The look that all places share; a place's own styles come after. */
import "./tokens.css";
import "./base.css";
import "./controls.css";
import "./results.css";
