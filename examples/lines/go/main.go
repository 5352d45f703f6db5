// Prints each maneuver when it is due: reads a line of JSON for each event, of which one has the cue.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
)

type event struct {
	Settings *struct {
		Shout bool `json:"shout"`
	} `json:"settings"`
	Navigation *struct {
		Cue         json.RawMessage `json:"cue"`
		CurrentStep struct {
			Maneuver       string `json:"maneuver"`
			SimpleRoadName string `json:"simpleRoadName"`
		} `json:"currentStep"`
		ToManeuver struct {
			DistanceMeters float64 `json:"distanceMeters"`
		} `json:"toManeuver"`
	} `json:"navigation"`
	NavigationStopped json.RawMessage `json:"navigationStopped"`
}

type report struct {
	Kind   string          `json:"kind"`
	Effect string          `json:"effect"`
	Cue    json.RawMessage `json:"cue"`
	Text   string          `json:"text"`
}

// lineOf returns the line for an event: a maneuver when it is due, and the end; else an empty one.
func lineOf(e event) string {
	switch {
	case e.NavigationStopped != nil:
		return "stopped"
	case e.Navigation != nil && e.Navigation.Cue != nil:
		n := e.Navigation
		words := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(n.CurrentStep.Maneuver, "MANEUVER_")), "_", " ")
		return fmt.Sprintf("in %.0f m: %s, %s", math.Round(n.ToManeuver.DistanceMeters), words, n.CurrentStep.SimpleRoadName)
	}
	return ""
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	shout := false
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		if e.Settings != nil {
			shout = e.Settings.Shout
		}
		text := lineOf(e)
		if text == "" {
			continue
		}
		if shout {
			text = strings.ToUpper(text)
		}
		if e.Navigation == nil {
			fmt.Println(text)
			continue
		}
		output.Encode(map[string]report{"report": {"began", "line", e.Navigation.Cue, text}})
		fmt.Println(text)
		output.Encode(map[string]report{"report": {"ended", "line", e.Navigation.Cue, text}})
	}
}
