#!/usr/bin/env perl
# A player in Perl: it plays a card of the rank on top of the pile if it can, and otherwise one of its most frequent rank.
#
#     hockey-cards simulate breakaway --players "greedy,cmd:perl follower.pl"

use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
$| = 1;    # an answer that stays in a buffer is never received

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{type} eq 'hello') {
        answer($message, type => 'ready', name => 'follower', version => '1.0', protocol => 'hockey-cards-seat/2');
    }
    elsif ($message->{type} eq 'view') {
        answer($message, type => 'move', move => choice($message->{view}));
    }    # a bye has no answer
}

# Answer a message; an answer repeats the number of the message.
sub answer {
    my ($message, %fields) = @_;
    print $json->encode({ n => $message->{n}, %fields }), "\n";
}

# Return a legal move. Views differ between families; all of them have the legal moves, in a fixed order.
sub choice {
    my ($view) = @_;
    my @legal = @{ $view->{legal} };
    return $legal[0] if $view->{family} ne 'pile';

    # A card is two characters, the rank first; the pile lists its cards from the bottom up.
    my $top = substr($view->{pile}, -2, 1);
    my @follows = grep { substr($_, 0, 1) eq $top } @legal;
    return $follows[0] if @follows;

    my %held;
    $held{ substr($_, 0, 1) }++ for @legal;
    my @order = sort { $held{ substr($b, 0, 1) } <=> $held{ substr($a, 0, 1) } || $a cmp $b } @legal;
    return $order[0];
}
