<?php
/** The test of the connection: what WordPress gets from the agent, and what visitors get, each told in words with the remedy. */

defined( 'ABSPATH' ) || exit;

function schoolbell_test_agent() {
	$asked    = schoolbell_attributes( array(), array(), 'schoolbell_news' );
	$agent    = schoolbell_setting( 'agent' );
	$response = schoolbell_get( schoolbell_news_url( $asked, array( 'limit' => 1 ) ) );
	if ( is_wp_error( $response ) ) {
		/* translators: 1: an address, 2: what went wrong. */
		return schoolbell_is_bad( __( 'There is no answer from %1$s (%2$s). Start the agent there, or correct its address above.', 'schoolbell-news' ), $agent, $response->get_error_message() );
	}
	$status = (int) wp_remote_retrieve_response_code( $response );
	$body   = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 200 === $status && is_array( $body['items'] ?? null ) ) {
		$entry = schoolbell_read_item( $body['items'][0] ?? null, $asked['lang'], false );
		return null === $entry
			? schoolbell_is_good( __( 'The agent answers. It has no news yet.', 'schoolbell-news' ) )
			/* translators: %s: title of an entry. */
			: schoolbell_is_good( __( 'The agent answers. Its newest entry: %s', 'schoolbell-news' ), $entry['title'] );
	}
	$location = wp_remote_retrieve_header( $response, 'location' );
	if ( $status >= 300 && $status < 400 && is_string( $location ) && '' !== $location ) {
		/* translators: 1: an address, 2: another one. */
		return schoolbell_is_bad( __( '%1$s leads to %2$s. Enter the address that it leads to.', 'schoolbell-news' ), $agent, strtok( $location, '?' ) );
	}
	if ( 'NOT_COPIED_YET' === ( $body['code'] ?? '' ) ) {
		/* translators: 1: a site, 2: a language. */
		return schoolbell_is_bad( __( 'The agent runs, but has not copied the news of %1$s in %2$s yet. Test again in a minute; if it stays so, look at the agent’s log, or choose a site and language that the agent copies.', 'schoolbell-news' ), $asked['site'], $asked['lang'] );
	}
	$detail = schoolbell_text( $body, 'detail' );
	if ( '' !== $detail ) {
		/* translators: 1: status of the response, 2: what the agent says. */
		return schoolbell_is_bad( __( 'The agent refuses with status %1$d: %2$s', 'schoolbell-news' ), $status, $detail );
	}
	/* translators: 1: an address, 2: status of the response. */
	return schoolbell_is_bad( __( '%1$s answers with status %2$d, but is not a schoolbell agent. Correct its address above.', 'schoolbell-news' ), $agent, $status );
}

/** WordPress opens its own website as a visitor does. */
function schoolbell_test_popup() {
	$asked = schoolbell_attributes( array(), array(), 'schoolbell_popup' );
	$url   = schoolbell_popup_url( $asked['site'] );
	if ( '/' === $url[0] ) {
		$url = preg_replace( '~^(https?://[^/]+).*~i', '$1', home_url() ) . $url;
	}
	$response = schoolbell_get( $url );
	if ( is_wp_error( $response ) ) {
		/* translators: 1: an address, 2: what went wrong. */
		return schoolbell_is_bad( __( 'WordPress cannot open %1$s (%2$s). Some hosts forbid it to open its own website: open that address in a browser. If it shows a script, visitors get the messages.', 'schoolbell-news' ), $url, $response->get_error_message() );
	}
	$status = (int) wp_remote_retrieve_response_code( $response );
	$type   = wp_remote_retrieve_header( $response, 'content-type' );
	if ( 200 === $status && is_string( $type ) && false !== stripos( $type, 'javascript' ) ) {
		/* translators: %s: an address. */
		return schoolbell_is_good( __( 'Visitors get the popup messages from %s', 'schoolbell-news' ), $url );
	}
	/* translators: 1: an address, 2: status of the response. */
	return schoolbell_is_bad( __( 'There is no script at %1$s (status %2$d), so visitors get no popup messages. Let the web server pass this path to the agent, or correct the path above.', 'schoolbell-news' ), $url, $status );
}

function schoolbell_is_good( $sentence, ...$values ) {
	return array(
		'is_good'  => true,
		'sentence' => vsprintf( $sentence, $values ),
	);
}

function schoolbell_is_bad( $sentence, ...$values ) {
	return array( 'is_good' => false ) + schoolbell_is_good( $sentence, ...$values );
}
